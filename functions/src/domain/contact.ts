const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

/**
 * The link to the people who run the site: `mailto:` for an e-mail address, an https address as it is.
 * @throws Error if the contact is neither
 */
export function contactUrl(contact: string): string {
  if (EMAIL.test(contact)) return `mailto:${contact}`;
  if (/^https:\/\/[\w.-]+(?:[:/?#]\S*)?$/.test(contact)) return contact;
  throw new Error(`CONTACT must be an e-mail or https address, not "${contact}".`);
}
