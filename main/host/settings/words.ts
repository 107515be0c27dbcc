/** Texts about servers.json and settings.json. */
export const settingsWords = {
  fixFirst: (problem: string) => `${problem} Fix the file first. Nothing was changed.`,
  gone: (file: string) => `${file} is gone. Put it back, or save {} in its place to start without its content.`,
  serversNotObject: 'servers.json: `mcpServers` must be an object.',
  moreProblems: (count: number) => `There are ${count} more problems.`,
  foreignSecret: (place: string, secret: string, id: string) =>
    `${place}: the secret ${secret} doesn't belong to ${id}, so ${id} can't use it. Remove it here and enter the value in this server's settings.`,
  at: (place: string, message: string) => `${place}: ${message}.`,
  notPlainFile: (file: string) => `${file} isn't a plain file. Put a plain file in its place.`,
  tooLarge: (file: string) => `${file} is larger than 1 MB. Shorten it.`,
  unreadable: (file: string, reason: string) => `Can't read ${file}: ${reason}.`,
  tooDeep: (file: string, most: number, place: string) =>
    `${file} is nested more than ${most} levels deep at ${place}.`,
  notObject: (file: string) => `${file} must contain one JSON object.`,
  notJson: (file: string, where: string) => `${file} is not valid JSON: ${where}.`,
  nested: "it's nested too deeply",
  cannotRead: "it can't be read",
  atPlace: (problem: string, place: string) => `${problem} at ${place}`,
  place: (line: number, column: number) => `line ${line}, column ${column}`,
} as const

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** Texts about other applications' files. */
export const configWords = {
  notPlainFile: (app: string) => `${app}'s file isn't a plain file.`,
  tooLarge: (app: string, megabytes: number) =>
    `${app}'s file is larger than ${megabytes} MB. Open it and paste its servers.`,
  unreadable: (app: string, reason: string) => `Can't read ${app}'s file: ${reason}.`,
  tooDeep: (app: string, place: string) => `${app}'s file is nested too deeply at ${place}.`,
  notJson: (app: string, where: string) => `${app}'s file isn't valid JSON: ${where}.`,
  notObject: (app: string) => `${app}'s file isn't a JSON object.`,
  otherFormat: (app: string) => `${app}'s file is YAML, which Atrium doesn't read. Paste its commands or URLs instead.`,
  serversNotObject: (app: string, member: string) => `${app}'s file has no object named "${member}".`,
  tooMany: (app: string, count: number, most: number) =>
    `${app} has ${plural(count, 'server')}. These are the first ${most}.`,
  tooMuch: (app: string) => `${app}'s servers are too long to list. Open the file and paste some of them.`,
  ofProjects: (app: string, count: number) =>
    `${app} also has ${plural(count, 'server')} for single projects, left out here.`,
} as const

/** Labels of questions about imported servers. */
export const importWords = {
  folder: 'Folder to start in',
} as const
