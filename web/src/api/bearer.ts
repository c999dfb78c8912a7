import type { Access } from 'functions/contract';

/** Where the tokens come from; this folder knows nothing of the stores that keep them. */
export interface BearerSource {
  /** The token for an endpoint that needs an administrator or a Google user, if there is one. */
  bearerFor: (access: 'admin' | 'google-user') => Promise<string | null>;
  /** Told when the server refuses a token as unknown, expired or revoked (401). */
  onRefused: (bearer: string) => void;
}

let source: BearerSource = {
  bearerFor: () => Promise.resolve(null),
  onRefused: () => undefined,
};

/** Says where the tokens come from. */
export function setBearerSource(next: BearerSource): void {
  source = next;
}

/**
 * The token that a call carries. Public reads carry none, even of an administrator: an answer to a
 * bearer is never cached.
 * @param asAdmin whether an endpoint that is open to anyone is asked as an administrator
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

/** Passes on that the server refused a token. */
export function reportRefused(bearer: string): void {
  source.onRefused(bearer);
}
