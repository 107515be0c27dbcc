import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { HostLink } from '../../../shared/contract/commands.ts'
import {
  type ImportPreview,
  largestImportZip,
  longestImport,
  longestImportPiece,
} from '../../../shared/contract/conversation-import-commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { problemOf, useAction } from '../../state/action.ts'
import { toBase64 } from '../../state/composer/attachments-read.ts'
import type { Projects } from '../../../shared/state/projects.ts'
import { type Replica, useLink, useReplica } from '../../state/replica.ts'
import { conversationImport as words } from '../../strings/conversation/conversation-import.ts'
import { formatBytes } from '../../strings/format/time.ts'
import { defined } from '../../../shared/schema/json.ts'

type Chosen = {
  reading: string
  preview: ImportPreview
  picked: ReadonlySet<number>
  /** The names of projects in the file whose conversations go into the project of that name here. */
  joined: ReadonlySet<string>
}

/** The project with this name, if there is one; the first by ID if there are several. */
export const projectNamed = (name: string, projects: Projects = {}): string | undefined =>
  Object.keys(projects)
    .toSorted()
    .find((id) => projects[id]?.name === name)

/** The dialog's step. `part` is the share of the file that was sent, `imported` the new conversations in order. */
export type ImportStep =
  | { at: 'choose'; part?: number | undefined }
  | ({ at: 'preview' } & Chosen)
  | { at: 'run'; imported: string[]; total: number }
  | { at: 'done'; imported: string[]; total: number; problem?: string | undefined }
  | { at: 'undone'; count: number }

/** Whether a file is a ZIP archive, by its name or its first bytes. */
async function isZip(file: File): Promise<boolean> {
  if (/\.zip$/i.test(file.name)) return true
  const [first, second, third = 0] = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return first === 0x50 && second === 0x4b && third < 0x10
}

/** Sends a file: its text, or a ZIP archive's bytes in base64. */
async function sendFile(link: HostLink, file: File, onPart: (part: number) => void): Promise<string> {
  const zip = await isZip(file)
  if (zip && file.size > largestImportZip) throw new HostError('bad-input', words.zipTooLarge(formatBytes(file.size)))
  if (!zip && file.size > longestImport) throw new HostError('bad-input', words.tooLarge(formatBytes(file.size)))
  const text = zip ? toBase64(new Uint8Array(await file.arrayBuffer())) : await file.text()
  let reading: string | undefined
  for (let at = 0; at === 0 || at < text.length; at += longestImportPiece) {
    onPart(at / Math.max(1, text.length))
    const piece = text.slice(at, at + longestImportPiece)
    ;({ reading } = await link.call('addImportText', { text: piece, zip, ...defined({ reading }) }))
  }
  return reading ?? ''
}

/** The project with this name, which is created if there is none. */
async function projectFor(name: string, { link, state }: Replica): Promise<string> {
  return projectNamed(name, state.projects) ?? (await link.call('saveProject', { content: { name } })).project
}

/** Imports conversations step by step. The file is forgotten when the dialog closes. */
export function useConversationImport() {
  const link = useLink()
  const replica = useReplica()
  const [step, setStep] = useState<ImportStep>({ at: 'choose' })
  const stop = useRef(false)
  const reading = step.at === 'preview' ? step.reading : undefined
  const forget = useEffectEvent(() => {
    stop.current = true
    if (reading !== undefined) void link.call('endImport', { reading }).catch(() => undefined)
  })
  useEffect(() => {
    stop.current = false
    return () => forget()
  }, [])
  const choose = useAction(async (file: File) => {
    try {
      const sent = await sendFile(link, file, (part) => setStep({ at: 'choose', part }))
      const preview = await link.call('previewImport', { reading: sent })
      const picked = new Set(preview.rows.flatMap(({ index, already }) => (already ? [] : [index])))
      const named = preview.rows.flatMap(({ project }) => project ?? [])
      const joined = new Set(named.filter((name) => projectNamed(name, replica.state.projects) !== undefined))
      setStep({ at: 'preview', reading: sent, preview, picked, joined })
    } catch (error) {
      setStep({ at: 'choose' })
      throw error
    }
  })
  const run = useAction(async () => {
    if (step.at !== 'preview') return
    const { reading: of, preview, picked, joined } = step
    const rows = preview.rows.filter(({ index }) => picked.has(index))
    const imported: string[] = []
    const total = rows.length
    let problem: string | undefined
    stop.current = false
    for (const { index, already, project: named } of rows) {
      setStep({ at: 'run', imported, total })
      if (stop.current) break
      try {
        const project = named !== undefined && joined.has(named) ? await projectFor(named, replica) : undefined
        const { conversation } = await link.call('importConversation', {
          reading: of,
          index,
          again: already !== undefined,
          ...defined({ project }),
        })
        imported.push(conversation)
      } catch (error) {
        problem = problemOf(error)
        break
      }
    }
    await link.call('endImport', { reading: of })
    setStep({ at: 'done', imported, total, problem })
  })
  const undo = useAction(async () => {
    if (step.at !== 'done') return
    for (const conversation of step.imported) await link.call('deleteConversation', { conversation })
    setStep({ at: 'undone', count: step.imported.length })
  })
  const pick = (picked: ReadonlySet<number>): void => {
    if (step.at === 'preview') setStep({ ...step, picked })
  }
  const join = (joined: ReadonlySet<string>): void => {
    if (step.at === 'preview') setStep({ ...step, joined })
  }
  return { step, choose, run, undo, pick, join, stop: () => (stop.current = true) }
}
