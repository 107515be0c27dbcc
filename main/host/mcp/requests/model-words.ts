/** The definition of reading a resource, as a model reads it. Approvals contain its hash: a new wording asks again. */
export const readingWords = {
  description: 'Reads what a server has under a URI.',
  uri: 'What is read.',
  part: 'Which part of what is long; the first without it.',
} as const
