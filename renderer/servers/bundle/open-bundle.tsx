import { useEffect, useEffectEvent, useState } from 'react'
import { useAction } from '../../state/action.ts'
import { useLink } from '../../state/replica.ts'
import { navigate } from '../../state/routes.ts'
import { bundlePage } from '../../strings/servers/bundle-page.ts'
import { Note } from '../../ui/note.tsx'
import { ChooseFile } from '../candidate/choose-file.tsx'
import { isBundleFile, sendBundle } from './send-bundle.ts'

const words = bundlePage.open

/** The endings of bundles' files. */
export const bundleFiles = '.mcpb,.dxt'

/** Copies a bundle to the host and opens its page. */
export function useSendBundle() {
  const link = useLink()
  const [part, setPart] = useState<number>()
  return {
    progress: part === undefined ? undefined : words.sending(Math.round(part * 100)),
    send: async (file: File): Promise<void> => {
      try {
        const sha256 = await sendBundle(link, file, setPart)
        navigate({ page: 'bundle', sha256 })
      } finally {
        setPart(undefined)
      }
    },
  }
}

type OpenBundleProps = { label?: string; help?: string; block?: string | undefined }

/** Chooses a bundle's file. */
export function OpenBundle({ label = words.action, help, block }: OpenBundleProps) {
  const { send, progress } = useSendBundle()
  const sending = useAction(send)
  return <ChooseFile label={label} help={help} accept={bundleFiles} block={block} reading={{ ...sending, progress }} />
}

/** Opens a bundle that is dropped anywhere on the page. */
export function BundleDrop({ block }: { block: string | undefined }) {
  const { run, problem } = useAction(useSendBundle().send)
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
