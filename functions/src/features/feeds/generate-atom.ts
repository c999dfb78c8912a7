// The only function of the library that is bundled, loaded when the first feed is requested.
export { generateAtomFeed } from 'feedsmith';
