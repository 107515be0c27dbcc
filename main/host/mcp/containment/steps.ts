/** One step towards a program's own view of the file system. Paths are absolute, as the program will see them. */
export type Step =
  /** Makes a folder with its parents; a closed one can't be entered. */
  | { make: 'folder' | 'closed-folder' | 'file' | 'closed-file'; at: string }
  | { make: 'link'; at: string; to: string }
  /** Shows a place of the real file system. `flags` are those of the mount it is on. */
  | { mount: 'bind'; from: string; at: string; readOnly: boolean; flags: string[] }
  | { mount: 'tmpfs' | 'devpts'; at: string; options: string[] }
  /** Shows the file made by an earlier step. */
  | { mount: 'made'; from: string; at: string }

/**
 * A program's view of the file system. It can write to `scratch`, mounts made for it, and to `writable`, places of the
 * real file system with everything mounted below.
 */
export type View = { steps: Step[]; scratch: string[]; writable: string[] }

/** A path in /etc/fstab and in /proc/self/mountinfo. */
export const escaped = (path: string): string =>
  path.replaceAll(/[\s\\]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`)

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * The view as a shell script that builds it below `root`, and the tables of mounts it names. Each table is one call of
 * `mount`: a home folder has hundreds of entries.
 */
export function scripted({ steps }: Pick<View, 'steps'>, root: string, folder: string) {
  const tables: Record<string, string> = {}
  const lines: string[] = []
  let table: string[] = []
  const flush = (): void => {
    if (table.length === 0) return
    const name = `mounts-${Object.keys(tables).length + 1}`
    tables[name] = `${table.join('\n')}\n`
    lines.push(`mount -n -a -T ${quoted(`${folder}/${name}`)}`)
    table = []
  }
  for (const step of steps) {
    if ('mount' in step) {
      table.push(lineOf(step, root))
      continue
    }
    flush()
    lines.push(...commandsOf(step, root))
  }
  flush()
  return { script: `${lines.join('\n')}\n`, tables }
}

function lineOf(step: Extract<Step, { mount: string }>, root: string): string {
  const at = escaped(root + step.at)
  switch (step.mount) {
    case 'bind': {
      const options = ['rbind', ...(step.readOnly ? ['ro'] : []), ...step.flags]
      return `${escaped(step.from)} ${at} none ${options.join(',')} 0 0`
    }
    case 'made':
      return `${escaped(root + step.from)} ${at} none bind,ro 0 0`
    case 'tmpfs':
    case 'devpts':
      return `atrium ${at} ${step.mount} ${step.options.join(',')} 0 0`
    default:
      return step satisfies never
  }
}

function commandsOf(step: Extract<Step, { make: string }>, root: string): string[] {
  const at = quoted(root + step.at)
  switch (step.make) {
    case 'folder':
      return [`mkdir -p ${at}`]
    case 'closed-folder':
      return [`mkdir -p ${at}`, `chmod 000 ${at}`]
    case 'file':
      return [`: > ${at}`]
    case 'closed-file':
      return [`: > ${at}`, `chmod 000 ${at}`]
    case 'link':
      return [`ln -s -- ${quoted(step.to)} ${at}`]
    default:
      return step satisfies never
  }
}
