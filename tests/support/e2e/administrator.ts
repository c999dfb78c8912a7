import { accessToken, generatedImage } from '../../../functions/src/contract/index.ts';

/** The administrator that the tests create. */
export const ADMIN = { username: 'owner', password: 'eight or more' };

async function post(origin: string, path: string, body: string, type: string): Promise<unknown> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return response.json();
}

/** Creates the administrator and signs in. Returns the access token. */
export async function createAdmin(origin: string): Promise<string> {
  await post(origin, '/admin/setup', JSON.stringify(ADMIN), 'application/json');
  return signIn(origin);
}

/** Signs the administrator in. Returns the access token. */
export async function signIn(origin: string): Promise<string> {
  const form = new URLSearchParams(ADMIN).toString();
  const type = 'application/x-www-form-urlencoded';
  return accessToken.parse(await post(origin, '/admin/login', form, type)).access_token;
}

/** Generates the image of a fact. Returns its URL. */
export async function generateImage(origin: string, id: number, bearer: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/images/generate/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
  });
  const body = await response.text();
  if (!response.ok)
    throw new Error(`Generating the image of fact ${id} returned ${response.status}: ${body}`);
  return generatedImage.parse(JSON.parse(body)).image_url;
}
