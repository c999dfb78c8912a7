/** What a contact looks like: an e-mail or https address. */
export const CONTACT = /^(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https:\/\/[\w.-]+(?:[:/?#]\S*)?)$/;

/**
 * The link to the people who run the site: `mailto:` for an e-mail address, an https address as it is.
 * @throws Error if the contact is neither
 */
export function contactUrl(contact: string): string {
  if (CONTACT.test(contact)) return contact.startsWith('https:') ? contact : `mailto:${contact}`;
  throw new Error(`CONTACT must be an e-mail or https address, not "${contact}".`);
}
