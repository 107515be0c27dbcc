/** The definition of reading a resource, as a model reads it. Approvals contain its hash: a new wording asks again. */
export const readingWords = {
  description: 'Reads a resource of a server by its URI.',
  uri: 'The URI of the resource.',
  part: 'The part of a long resource, from 1; without it, the first part.',
} as const
