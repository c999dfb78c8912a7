/** The keys of the queue, and what they do. */
export const QUEUE_KEYS = [
  ['A', 'Approve the fact'],
  ['R', 'Reject it; then 1 to 7 for the reason'],
  ['E', 'Edit its text and tags; Ctrl+Enter or ⌘+Enter saves, with Shift also approves'],
  ['K', 'Keep this one, and reject those that say the same'],
  ['D', 'Reject the duplicates'],
  ['S', 'Skip it; it comes back at the end'],
  ['Z', 'Undo; press again to undo more'],
  ['?', 'Show this help'],
] as const;

/** The keys of the table of facts. */
export const LIST_KEYS = [
  ['J', 'Go to the next fact'],
  ['K', 'Go to the previous fact'],
  ['X', 'Select or deselect it'],
  ['A', 'Approve it, or the selection'],
  ['R', 'Reject it, or the selection; then 1 to 7 for the reason'],
  ['E', 'Edit it; Ctrl+Enter or ⌘+Enter saves, with Shift also approves'],
  ['Z', 'Undo; press again to undo more'],
  ['?', 'Show this help'],
] as const;
