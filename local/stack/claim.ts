import { createServer } from 'node:http';
import * as z from 'zod';
import { root } from './firebase-json.ts';
import { closeServer, listeningPort, LOOPBACK } from './http-server.ts';

const claim = z.object({
  /** the checkout */
  folder: z.string(),
  /** what prevents commands from using the data, as a sentence without its end; null: nothing, the stack is running */
  busy: z.nullable(z.string()),
});

/** Whose a local stack is, and whether commands can use it. */
export type Claim = z.infer<typeof claim>;

/**
 * Claims the ports and the data of a local stack: its port `ui`, which nothing else uses, says whose they are.
 * @param busy as in {@link Claim}
 * @throws the listening error, such as EADDRINUSE
 */
export async function claimStack({ ui }: { ui: number }, busy: string) {
  const said: Claim = { folder: root, busy };
  const server = createServer((_request, response) => response.end(JSON.stringify(said)));
  await listeningPort(server.listen(ui, LOOPBACK));
  return {
    /** Says something else from now on. */
    say: (busy: string | null) => void (said.busy = busy),
    release: () => closeServer(server),
  };
}

/** The claim of the local stack on a port; undefined: none, or another program uses the port. */
export async function findClaim({ ui }: { ui?: number | undefined }): Promise<Claim | undefined> {
  try {
    const signal = AbortSignal.timeout(2000);
    return claim.parse(await (await fetch(`http://${LOOPBACK}:${ui}/`, { signal })).json());
  } catch {
    return undefined;
  }
}
