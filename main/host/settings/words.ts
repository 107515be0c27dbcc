/** Texts about servers.json and settings.json. */
export const settingsWords = {
  fixFirst: (problem: string) => `${problem} Fix the file first. Nothing was changed.`,
  gone: (file: string) => `${file} is gone. Put it back, or save {} in its place to start without its content.`,
  tooManyServers: (most: number) =>
    `servers.json: \`mcpServers\` can have up to ${most.toLocaleString('en')} servers. Remove some.`,
  serversNotObject: 'servers.json: `mcpServers` must be an object.',
  moreProblems: (count: number) => `There are ${count} more problems.`,
  foreignSecret: (place: string, secret: string, id: string) =>
    `${place}: the secret ${secret} doesn’t belong to ${id}, so ${id} can’t use it. Remove it here and enter the value in this server’s setup.`,
  ignored: (place: string) =>
    `${place} isn’t a setting of Atrium, so Atrium ignores it and uses the rest of this entry.`,
  renaming: (from: string, to: string) => `${from} is being renamed to ${to}. Try again when that has ended.`,
  notRenamed: (id: string, reason: string) => `servers.json: couldn’t write the ID ${id}: ${reason}.`,
  at: (place: string, message: string) => `${place}: ${message}.`,
  notPlainFile: (file: string) => `${file} isn’t a plain file. Put a plain file in its place.`,
  tooLarge: (file: string) => `${file} is larger than 1 MB. Shorten it.`,
  notWatched: (file: string, reason: string) =>
    `Can’t see changes of ${file} by other programs (${reason}). Atrium tries again.`,
  unreadable: (file: string, reason: string) => `Can’t read ${file}: ${reason}.`,
  tooDeep: (file: string, most: number, place: string) =>
    `${file} is nested more than ${most} levels deep at ${place}.`,
  notObject: (file: string) => `${file} must contain one JSON object.`,
  notJson: (file: string, where: string) => `${file} is not valid JSON: ${where}.`,
  nested: 'it’s nested too deeply',
  cannotRead: 'it can’t be read',
  atPlace: (problem: string, place: string) => `${problem} at ${place}`,
  place: (line: number, column: number) => `line ${line}, column ${column}`,
} as const

/** Labels of questions about imported servers. */
export const importWords = {
  folder: 'Folder to start in',
} as const
