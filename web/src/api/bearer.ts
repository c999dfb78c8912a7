import type { Access } from 'functions/contract';

/** Provides the tokens; this folder does not import the stores that hold them. */
export interface BearerSource {
  /** The token for an endpoint that requires an administrator or a Google user, or null. */
  bearerFor: (access: 'admin' | 'google-user') => Promise<string | null>;
  /** Called when the server rejects a token as unknown, expired or revoked (401). */
  onRefused: (bearer: string) => void;
}

let source: BearerSource = {
  bearerFor: () => Promise.resolve(null),
  onRefused: () => undefined,
};

/** Sets the source of the tokens. */
export function setBearerSource(next: BearerSource): void {
  source = next;
}

/**
 * The token to send with a call. Public reads send none, even for an administrator: responses to
 * requests with a bearer are never cached.
 * @param asAdmin whether to call an endpoint that is open to anyone as an administrator
 */
export async function bearerFor(access: Access, asAdmin: boolean): Promise<string | null> {
  switch (access) {
    case 'admin':
    case 'google-user':
      return source.bearerFor(access);
    case 'anyone-or-admin':
      return asAdmin ? source.bearerFor('admin') : null;
    case 'anyone':
      return null;
  }
}

/** Reports that the server rejected a token. */
export function reportRefused(bearer: string): void {
  source.onRefused(bearer);
}
