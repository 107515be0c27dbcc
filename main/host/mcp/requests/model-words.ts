/** The definition of reading a resource, as a model reads it. Approvals contain its hash: a new wording asks again. */
export const readingWords = {
  description: 'Reads a resource of a server by its URI.',
  uri: 'The URI of the resource.',
  skill: 'Loads an approved skill of a server, or one of its files.',
  skillUri: 'The URI of the skill’s SKILL.md.',
  file: 'The URI of another file of the skill; without it, its SKILL.md.',
  part: 'The part of a long resource, from 1; without it, the first part.',
} as const
