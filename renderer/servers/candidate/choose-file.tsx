import { useRef } from 'react'
import type { Action } from '../../state/action.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'

type ChooseFileProps = {
  label: string
  help?: string | undefined
  accept: string
  block?: string | undefined
  /** `progress` is a sentence while a file is read. */
  reading: Action<[File]> & { progress?: string | undefined }
}

/** A button that opens the system's dialog for a file. */
export function ChooseFile({ label, help, accept, block, reading }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const { run, busy, problem, progress } = reading
  return (
    <div className="row wrap gap2-3">
      <Button size="sm" icon="file" busy={busy} unavailable={block} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {help !== undefined && <span className="small ink3">{help}</span>}
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void run(file)
        }}
      />
      <span role="status" className="small ink3">
        {progress}
      </span>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
    </div>
  )
}
