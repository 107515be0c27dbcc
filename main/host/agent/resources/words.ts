/** Texts for people about resources and results in a conversation; those for models are in `model-words.ts`. */
export const resourceWords = {
  noResources: (server: string) => `${server} has no resources.`,
  readOnTitle: 'Read more of a result',
  notFollowable: (name: string) => `${name} can’t be followed: its server doesn’t report changes.`,
  folder: (name: string) => `${name} is a folder, which can’t be attached. Attach what’s in it.`,
  pickAgain: 'A resource that you picked is no longer available. Pick it again.',
} as const
