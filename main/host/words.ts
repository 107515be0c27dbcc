/** Texts of the host itself: commands it refuses, and answers to requests that don't count. */
export const hostWords = {
  openFolder: (folder: string) =>
    folder.startsWith('/')
      ? `Other accounts on this computer can open the data folder ${folder}. Run chmod 700 on it.`
      : `Other accounts on this computer can open the data folder ${folder}. Allow only your account in its properties, under Security.`,
  unknownCommand: (name: string) => `No command named ${name}.`,
  needsRight: (command: string, right: string, has: string) =>
    `${command} needs the right “${right}”; this session has “${has}”.`,
  badInput: (command: string, problems: string[]) => `${command}: ${problems.join('; ')}.`,
  failed: (command: string, reason: string) => `${command} failed: ${reason}`,
  internal: (command: string) => `Something went wrong in ${command}. See Atrium’s error output for details.`,

  answeredTwice: 'One request is answered twice.',
  onlyCallsTogether: 'Only approvals of calls can be answered together.',
  answerNeedsRight: (right: string, has: string) =>
    `Answering this request needs the right “${right}”; this session has “${has}”.`,
  requestChanged: 'This request changed after it was shown. Read it again before you answer.',
  notAnAnswer: (problem: string) => `This isn’t an answer to the request: ${problem}`,
  answeredBy: (actor: string) => `This request was already answered by ${actor}.`,
  requestGone: 'This request is no longer open.',
} as const
