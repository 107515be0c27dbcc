/** Texts about results that are only partly usable: sentences, and clauses about one item. */
export const resultWords = {
  noContent: 'The result has no content list, so only its other parts are shown.',
  unclearError: 'The result doesn’t say clearly whether it’s an error, so it counts as a success.',
  messageLeftOut: (number: number, why: string) => `Message ${number} is left out: ${why}.`,
  firstMessages: (most: number, of: number) => `Only the first ${most} of ${of} messages are used.`,
  noContents: 'The response has no list of contents.',
  content: (number: number, problem: string) => `Content ${number}: ${problem}`,
  contentsLeftOut: (count: number) => `${count} more contents are left out.`,
  message: {
    notObject: 'it isn’t an object',
    role: 'its role is neither user nor assistant',
    contentNotObject: 'its content isn’t an object',
    notText: (member: string) => `its ${member} isn’t text`,
    noUri: 'its resource has no URI',
    emptyResource: 'its resource has neither text nor bytes',
    unknownKind: 'Atrium doesn’t know its kind of content',
  },
  resource: {
    notObject: 'The resource isn’t an object.',
    both: 'The resource claims to be both text and bytes.',
    textNotText: 'Its text isn’t text.',
    textHasBytes: 'Its text contains bytes that aren’t text.',
    neither: 'The resource has neither text nor bytes.',
    notBase64: 'Its bytes aren’t base64.',
  },
  task: {
    noId: 'its task has no ID',
    longId: (most: number) => `its task’s ID is longer than ${most} characters`,
    noStatus: 'it doesn’t report its task’s status in a readable way',
    olderVersion: (version: string) =>
      `runs this tool only as a task, which its protocol version, ${version}, doesn’t support`,
    noTasks: 'runs this tool only as a task, but doesn’t offer tasks',
  },
} as const
