import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAction } from '../../state/action.ts'
import { useLink } from '../../state/replica.ts'
import { navigate } from '../../state/routes.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './bundle.module.css'
import { isBundleFile, sendBundle } from './send-bundle.ts'

const words = bundlePage.open

/** Copies a file to the host and opens its page. */
function useOpening() {
  const link = useLink()
  const [part, setPart] = useState<number>()
  const opening = useAction(async (file: File) => {
    try {
      const sha256 = await sendBundle(link, file, setPart)
      navigate({ page: 'bundle', sha256 })
    } finally {
      setPart(undefined)
    }
  })
  return { ...opening, part }
}

type OpenBundleProps = { label?: string; help?: string | undefined; block?: string | undefined }

/** Chooses a bundle's file. */
export function OpenBundle({ label = words.action, help, block }: OpenBundleProps) {
  const input = useRef<HTMLInputElement>(null)
  const { run, busy, problem, part } = useOpening()
  return (
    <div className={styles.open}>
      <Button size="sm" icon="file" busy={busy} unavailable={block} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {help !== undefined && <span className={styles.quiet}>{help}</span>}
      <input
        ref={input}
        type="file"
        accept=".mcpb,.dxt"
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void run(file)
        }}
      />
      <span role="status" className={styles.quiet}>
        {part !== undefined && words.sending(Math.round(part * 100))}
      </span>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
    </div>
  )
}

/** Opens a bundle that is dropped anywhere on the page. */
export function BundleDrop({ block }: { block: string | undefined }) {
  const { run, problem } = useOpening()
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
