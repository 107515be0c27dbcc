/** Texts about the audit log: its file, what can't be done with it, and what verification finds. */
export const journalWords = {
  damaged: 'is damaged: it doesn’t begin like a database',
  foreign: 'belongs to another program',
  newer: 'was written by a newer Atrium. Start that one',
  cannotUse: (file: string, problem: string, folder: string) =>
    `The journal ${file} ${problem}. Nothing in it was changed. To start over, move it out of ${folder}.`,
  cannotOpen: (folder: string, reason: string) => `Can’t open the journal in ${folder}: ${reason}.`,
  closed: 'The journal is closed.',
  valueGone: 'This value is no longer stored.',
  noConversation: 'No such conversation.',
  deleteFirst: 'Delete the conversation before you delete it permanently.',
  stillRunning: 'The conversation is still running. Stop it first.',
  lost: (count: number) => `Atrium couldn’t write ${count} events to the log before it closed.`,
  erasesLater: (reason: string) =>
    `Atrium can’t write its log (${reason}). The conversation is deleted permanently as soon as it can.`,
  paused: (reason: string) => `Atrium can’t write its log (${reason}), so nothing new can start. Atrium keeps trying.`,
  inUse: (pid: number) =>
    `Atrium is already running with this data folder, as process ${pid}. Use that one, or close it and start again.`,
  inUseAway: (pid: number) =>
    `Atrium is already running with this data folder, as process ${pid} in another container or on another computer. Close it there and start again.`,
  inUseByOther: 'Another process is starting or closing with this data folder. Start again in a moment.',
  cannotLock: (file: string, reason: string) => `Can’t lock the data folder with ${file}: ${reason}.`,
  notIndexed: (reason: string) => `Can’t add the latest messages to the search: ${reason}.`,
  reportsLost: (reason: string) => `Can’t take over servers’ logs and traffic: ${reason}. They begin empty.`,
  notCompacted: (reason: string) => `Can’t make the journal’s file smaller: ${reason}. Nothing is lost.`,
  copiesLeft: (reason: string) => `Copies of erased content remain beside the journal: ${reason}.`,
  interrupted: 'Atrium closed while this was running.',
  continue: (ended: string) => `${ended} Continue when you’re ready.`,
} as const
