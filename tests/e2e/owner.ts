import { accessToken, generatedImage } from '../../functions/src/contract/index.ts';

/** The administrator of the tests. */
export const OWNER = { username: 'owner', password: 'eight or more' };

async function post(origin: string, path: string, body: string, type: string): Promise<unknown> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

/** Claims the site. */
export async function createOwner(origin: string): Promise<void> {
  await post(origin, '/admin/setup', JSON.stringify(OWNER), 'application/json');
}

/** Signs the owner in; returns the access token. */
export async function signIn(origin: string): Promise<string> {
  const form = new URLSearchParams(OWNER).toString();
  const type = 'application/x-www-form-urlencoded';
  return accessToken.parse(await post(origin, '/admin/login', form, type)).access_token;
}

/** Has the site make the picture of a fact; returns its address. */
export async function makePicture(origin: string, id: number, bearer: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/images/generate/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`The picture of ${id}: ${response.status} ${body}`);
  return generatedImage.parse(JSON.parse(body)).image_url;
}
