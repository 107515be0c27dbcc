import { createContext, useContext, useState } from 'react'
import type { Result } from '../../../shared/contract/commands.ts'
import { useAction } from '../../state/action.ts'
import { formatBytes } from '../../strings/format/time.ts'
import { ui } from '../../strings/ui.ts'
import { IconButton } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Note } from '../note.tsx'
import styles from './save-text.module.css'

const words = ui.saveText

type TextFile = { name: string; text: string }
type SavedFile = Result<'saveText'>

/** Writes a text to a new file; absent if the window can't. */
export const SaveTextContext = createContext<((file: TextFile) => Promise<SavedFile>) | undefined>(undefined)

/** Saving one text: its button and the line that says where the file is can be apart. */
export function useSaving() {
  const write = useContext(SaveTextContext)
  const [saved, setSaved] = useState<SavedFile>()
  const { run, busy, problem } = useAction(async (file: TextFile) => setSaved(await write?.(file)))
  return { isPossible: write !== undefined, saved, run, busy, problem }
}

type Saving = ReturnType<typeof useSaving>

/** Saves the text as it is at the press. Absent in a window that can only view. */
export const SaveButton = ({ saving, label, file }: { saving: Saving; label: string; file(): TextFile }) =>
  saving.isPossible && (
    <IconButton size="sm" icon="download" label={label} busy={saving.busy} onClick={() => void saving.run(file())} />
  )

/** Says where the file is, or why there is none. */
export const SavedLine = ({ saving: { saved, problem } }: { saving: Saving }) => (
  <div role="status" className={styles.status}>
    {problem !== undefined && <Note kind="no">{problem}</Note>}
    {saved && (
      <p className={styles.saved}>
        {words.saved(formatBytes(saved.bytes))} <code>{saved.file}</code>
        <CopyButton label={words.copyPath} text={() => saved.file} />
      </p>
    )}
  </div>
)
