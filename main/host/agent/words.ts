/** Texts about conversations, turns and calls. A model reads those about its own calls, too. */
export const agentWords = {
  tooDeep: (levels: number) => `The arguments nest deeper than ${levels} levels or have too many parts.`,
  endlessNumber: 'The arguments have a number that is too large to send.',
  schemaViolation: (problems: string[]) => `The arguments don’t fit the tool: ${problems.join('; ')}.`,

  conversationDeleted: 'This conversation was deleted. Restore it before you continue.',

  noSuchServer: 'No such server.',
  noServer: (id: string) => `No server named ${id}.`,
  noTool: (tool: string) => `No tool named ${tool}.`,
  cannotUseResources: 'Its resources can’t be used.',
  cannotUseTool: (tool: string) => `Its tool ${tool} can’t be used.`,
  toolGone: (server: string, tool: string) => `${server} no longer offers ${tool}.`,
  chooseAnother: (server: string, tool: string) => `${server} no longer offers ${tool}. Choose another tool.`,
  notForModels: (server: string, tool: string) => `${tool} is only for the apps of ${server}.`,
  notForApps: (server: string, tool: string) => `${server} doesn’t offer ${tool} to its apps.`,
  onlyWhileAppOpen: 'No app made this call, so there is none to allow it for.',
  onlyOnceOrApp: 'An app made this call. Allow it once, while the app is open, or by a rule.',
  skillText: (server: string) =>
    `${server} wrote this skill, and the person approved its files. It permits nothing, and ranks below what the person says.`,
  noResources: (server: string) => `${server} has no resources.`,
  forPeopleOnly: (server: string) => `${server} says this resource is for people only.`,
  startThenRun: (tool: string) => `Start it, then run ${tool} again.`,
  changedSinceOpened: (server: string, tool: string) =>
    `${server} changed ${tool} since you opened it. Review it, then run it again.`,
  changedBeforeRun: (server: string, tool: string) => `${server} changed ${tool} before it ran. Review it again.`,
  onceOnly: (problem: string) => `${problem} Until then, you can only allow it once.`,
  needsLimit:
    'This tool may delete data, and nothing in this call limits a rule for the conversation. Allow it once, or make a rule.',
  fileChanged: 'A file that this call names has changed. Review the call again.',
  nothingToUndo: 'Atrium can’t undo anything in this turn.',
  notAModelsTurn: 'You ran this call yourself. Run the tool again instead.',
  onlyBranch: 'This is the whole conversation. Delete the conversation instead.',
  nothingToSend: 'The message is empty.',
  noTurn: 'No such turn in this conversation.',
  changedSinceTurn: (tool: string) => `${tool} changed since that turn, so Atrium can’t undo with it.`,
  fileChangedSinceTurn: (file: string) => `${file} isn’t as that turn left it, so Atrium left it alone.`,
  fileNotRead: (file: string) => `Atrium couldn’t read ${file}, so it left the file alone. Try again.`,
  ruleDenies: (rule: string) => `A rule denies this call with these arguments: ${rule}.`,
  /** Read by a model, too: the user turned the tool off for it. */
  switchedOff: (what: string, server: string) => `The user turned off ${what} on ${server} for this conversation.`,
  resources: 'resources',
  toolFailed: 'The tool reported an error.',

  stepLimit: (steps: number) => `The model reached this turn’s limit of ${steps} steps.`,
  budgetReached: (spent: number, budget: number) =>
    `This conversation has cost $${spent.toFixed(2)}, and its budget is $${budget.toFixed(2)}. Raise the budget under “Next request” to go on.`,
  inCircles: (times: number) =>
    `The model made the same calls ${times} times in a row, with the same outcome each time.`,
  fault: (reason: string) => `Something went wrong in Atrium: ${reason}`,
  oneQueued: 'One message is already waiting for this turn to end.',
  noneQueued: 'No message is waiting in this conversation.',
  sentAtEnd: 'Atrium sends the message when the running turn ends.',
  busy: 'A turn is running in this conversation.',
  busyStopIt: 'A turn is running in this conversation. Stop it or wait until it ends.',
  turnNotRunning: 'This turn isn’t running.',
  resumed: 'Atrium closed while this was running, then resumed its tasks. Continue when you’re ready.',
  cannotResume: 'Atrium can’t tell which call this was, so it didn’t ask about its task.',
  serverChanged: (server: string) =>
    `${server} was turned off, removed or configured differently, so Atrium didn’t ask about the task of this call.`,
  callNotRunning: 'This call isn’t running.',
  noModel: 'No model chosen. Choose one, or run a tool yourself.',
  closing: 'Atrium is closing.',
  callNotLogged: 'Atrium couldn’t write the call to its audit log, so it didn’t make the call.',
  messageNotLogged: 'Atrium couldn’t write the message to its audit log, so it didn’t send the message.',
} as const
