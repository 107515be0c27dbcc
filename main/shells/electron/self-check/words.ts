/** Texts of the self-check: its steps, its refusals and its conversation. */
export const selfCheckWords = {
  notThisComputer: (option: string) =>
    `${option} needs a model’s address on this computer, as in http://127.0.0.1:4711.`,
  needsFolder: (option: string) => `${option} needs --data-dir with a new folder, never your own data.`,
  notEmpty: (option: string) => `${option} needs a new data folder, and this one has files.`,

  endpoint: 'Self-check',
  message: (text: string) => `Measure this text: ${text}`,
  /** The text that the model is asked to have measured. */
  measured: 'Atrium checks itself',
  /** The scripted model’s last words. */
  reply: 'This text has three words.',

  late: (seconds: number) => `Nothing happened for ${seconds} seconds.`,
  notThisVersion: (told: string) => `The page told another version: ${told}.`,
  refused: (reason: string) => `Atrium refused it: ${reason}`,
  noCall: 'The turn ended without the call: the model’s reply didn’t arrive, or not as sent.',
  otherQuestion: 'Atrium asked about something else than this one call.',
  otherContent: 'The question’s hash isn’t that of its content, or changed after the picture.',
  withoutFocus: 'The window has no keyboard focus here, so the answer was given without its keys.',
  otherCalls: 'The conversation has another call than the one that was asked for, or none.',
  notAllowed: 'The log doesn’t say that the user allowed the call.',
  callEnded: (status: string) => `The call didn’t succeed. Its outcome is “${status}”.`,
  wrongResult: 'The call’s result has other figures than the text.',
  uniformPicture: 'The picture of the window has almost no colours.',
  emptyPicture: 'The picture of the window is empty.',
  parts: (problems: string[]) => `Problems in ${problems.join(', ')}.`,
} as const
