/** Texts about the tools that a conversation's model gets. */
export const toolWords = {
  changedSinceAccepted: (server: string, tool: string) =>
    `${server} changed ${tool} since you accepted it, so it needs your review.`,
  newTool: (server: string, tool: string) => `${tool} from ${server} is new, so it needs your review.`,
  /** The title of a model's search in the interface. */
  findTitle: 'Find tools',
} as const
