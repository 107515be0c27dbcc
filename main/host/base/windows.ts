import path from 'node:path'

/** Variables of an environment. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A variable's value on Windows, which ignores the case of names. */
export const valueOf = (variables: Variables, name: string): string | undefined =>
  Object.entries(variables).find(([it]) => it.toUpperCase() === name)?.[1]

/** The full path of a tool that ships with Windows: a search could lead anywhere. */
export const windowsTool = (name: string, variables: Variables): string =>
  path.win32.join(valueOf(variables, 'SYSTEMROOT') ?? 'C:\\Windows', 'System32', name)
