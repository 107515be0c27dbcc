import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '../../state/action.ts'
import { useLink } from '../../state/replica.ts'
import { navigate } from '../../state/routes.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { isBundle, isBundleFile, sendBundle, textOfFile } from './send-bundle.ts'

const words = bundlePage.open

/** Copies a bundle to the host and opens its page; `onText` receives any other file's text. */
export function useFile(onText?: (file: { name: string; text: string }) => void) {
  const link = useLink()
  const [part, setPart] = useState<number>()
  const reading = useAction(async (file: File) => {
    if (onText && !(await isBundle(file)))
      return onText({ name: file.name.slice(0, 255), text: await textOfFile(file) })
    try {
      const sha256 = await sendBundle(link, file, setPart)
      navigate({ page: 'bundle', sha256 })
    } finally {
      setPart(undefined)
    }
  })
  return { ...reading, part }
}

const bundles = '.mcpb,.dxt'

/** The kinds of files that the dialog to add servers reads. */
export const anyServerFile = `.json,.jsonc,.yaml,.yml,.toml,.xml,.txt,application/json,${bundles}`

type ChooseFileProps = {
  label: string
  help?: string | undefined
  accept?: string
  block?: string | undefined
  reading: ReturnType<typeof useFile>
}

/** A button that opens the system's dialog for a file. */
export function ChooseFile({ label, help, accept = bundles, block, reading }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const { run, busy, problem, part } = reading
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
        {part !== undefined && words.sending(Math.round(part * 100))}
      </span>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
    </div>
  )
}

type OpenBundleProps = Partial<Pick<ChooseFileProps, 'label' | 'help' | 'block'>>

/** Chooses a bundle's file. */
export const OpenBundle = ({ label = words.action, help, block }: OpenBundleProps) => (
  <ChooseFile label={label} help={help} block={block} reading={useFile()} />
)

/** Opens a bundle that is dropped anywhere on the page. */
export function BundleDrop({ block }: { block: string | undefined }) {
  const { run, problem } = useFile()
  const drop = useEffectEvent((event: DragEvent): void => {
    const file = [...(event.dataTransfer?.files ?? [])].find(isBundleFile)
    if (!file) return
    event.preventDefault()
    if (block === undefined) void run(file)
  })
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if ([...(event.dataTransfer?.items ?? [])].some(({ kind }) => kind === 'file')) event.preventDefault()
    }
    const onDrop = (event: DragEvent): void => drop(event)
    window.addEventListener('dragover', over)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', onDrop)
    }
  }, [])
  return problem === undefined ? null : <Note kind="no">{problem}</Note>
}
