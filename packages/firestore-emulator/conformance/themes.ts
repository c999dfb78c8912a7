import type { Probes } from './probe.ts';
import { aggregation } from './themes/aggregation.ts';
import { billing } from './themes/billing.ts';
import { bulkWrites } from './themes/bulk-writes.ts';
import { collectionGroups } from './themes/collection-groups.ts';
import { compositeFilters } from './themes/composite-filters.ts';
import { cursors } from './themes/cursors.ts';
import { faults } from './themes/faults.ts';
import { filters } from './themes/filters.ts';
import { indexes } from './themes/indexes.ts';
import { limits } from './themes/limits.ts';
import { listing } from './themes/listing.ts';
import { ordering } from './themes/ordering.ts';
import { paging } from './themes/paging.ts';
import { preconditions } from './themes/preconditions.ts';
import { readOnlyTransactions } from './themes/read-only-transactions.ts';
import { reads } from './themes/reads.ts';
import { refusals } from './themes/refusals.ts';
import { transactions } from './themes/transactions.ts';
import { transforms } from './themes/transforms.ts';
import { valueOrder } from './themes/value-order.ts';
import { values } from './themes/values.ts';
import { writes } from './themes/writes.ts';

/** Themes that do not depend on the mode of transactions. */
export const themes = {
  values,
  valueOrder,
  filters,
  compositeFilters,
  ordering,
  cursors,
  paging,
  collectionGroups,
  transforms,
  preconditions,
  writes,
  reads,
  aggregation,
  listing,
  bulkWrites,
  refusals,
  limits,
  indexes,
  billing,
  faults,
} satisfies Record<string, Probes>;

/** Themes for each mode of transactions. */
export const transactionThemes = {
  transactions,
  readOnlyTransactions,
} satisfies Record<string, Probes>;
