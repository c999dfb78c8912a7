/** What a contact looks like: an e-mail or https address. */
export const CONTACT = /^(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https:\/\/[\w.-]+(?:[:/?#]\S*)?)$/;
