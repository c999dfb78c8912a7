export type SeedStatus = 'approved' | 'pending' | 'rejected';

/** A joke as the seed describes it, in plain data: whoever stores it turns it into documents. */
export interface SeedJoke {
  /** 1, 2, 3 … in the order of creation. */
  joke_id: number;
  /** 10 to 500 characters, NFC, trimmed. */
  joke_text: string;
  status: SeedStatus;
  /** Votes with one, two, three, four and five stars. All zero unless the joke is approved. */
  histogram: [number, number, number, number, number];
  created_at: Date;
  /** When a moderator decided, or `created_at` while the joke is pending. */
  updated_at: Date;
  /** When a moderator approved it; null for every other status. */
  approved_at: Date | null;
}
