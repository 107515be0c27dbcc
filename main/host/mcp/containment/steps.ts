/** One step towards a program's own view of the file system. Paths are absolute, as the program will see them. */
export type Step =
  /** Makes a folder or an empty file with its parents; a closed one can't be entered or read. */
  | { make: 'folder' | 'closed-folder' | 'closed-file'; at: string }
  | { make: 'link'; at: string; to: string }
  /**
   * Shows a place of the real file system at the same or another path. `identity` is the checked object's, and absent
   * for the kernel's own files. Without the object, a place that `mayVanish` is left out; else nothing starts.
   */
  | { mount: 'bind'; from: string; at: string; readOnly: boolean; identity?: string | undefined; mayVanish?: true }
  | { mount: 'tmpfs' | 'devpts'; at: string; options: string[] }
  /** Shows the file made by an earlier step. */
  | { mount: 'made'; from: string; at: string; mayVanish?: true }

/**
 * A program's view of the file system. It can write to `scratch`, mounts made for it, and to `writable`, places of the
 * real file system with everything mounted below.
 */
export type View = { steps: Step[]; scratch: string[]; writable: string[] }

/** The view as the builder reads it: five fields for each step, each ended by NUL, which no path contains. */
export function planOf({ steps, scratch, writable }: View): string {
  const rows = [
    ...steps.map(fieldsOf),
    ...scratch.map((at) => ['scratch', at]),
    ...writable.map((at) => ['writable', at]),
  ]
  return rows.map((row) => ['', '', '', '', ''].map((_, index) => `${row[index] ?? ''}\0`).join('')).join('')
}

function fieldsOf(step: Step): string[] {
  if ('make' in step) return step.make === 'link' ? ['link', step.at, step.to] : [step.make, step.at]
  const vanishing = 'mayVanish' in step ? 'may' : ''
  switch (step.mount) {
    case 'bind':
      return [step.readOnly ? 'shown' : 'given', step.at, step.from, step.identity ?? '', vanishing]
    case 'made':
      return ['made', step.at, step.from, '', vanishing]
    case 'tmpfs':
    case 'devpts':
      return [step.mount, step.at, step.options.join(',')]
    default:
      return step satisfies never
  }
}
