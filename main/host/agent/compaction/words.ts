/** Texts about summaries for the user. */
export const compactionWords = {
  nothing: 'Nothing to summarize yet.',
  noSummary: 'The model wrote no summary.',
  refused: 'The model refused to write a summary.',
} as const
