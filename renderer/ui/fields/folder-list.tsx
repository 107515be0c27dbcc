import { useState, type ReactNode, type SubmitEvent } from 'react'
import { folder as folderPath } from '../../../shared/config/server-config.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { ui } from '../../strings/ui.ts'
import { Button, IconButton } from '../button.tsx'
import { Word } from '../third-party/ext.tsx'
import { Field, TextInput } from './field.tsx'
import styles from './folder-list.module.css'

const words = ui.folders

type FolderListProps = {
  folders: string[]
  most: number
  /** Why they can't be changed now. */
  block: string | undefined
  /** Resolves with false if the folder wasn't saved; its path returns to the field. */
  add(path: string): Promise<boolean>
  remove(path: string): void
  help?: string
  isOptional?: boolean
  /** The text in the field, if the form around it takes it without a press on Add. */
  typed?: { text: string; onChange(text: string): void; problem: string | undefined }
  /** More about a folder, below it. */
  renderNote?(path: string): ReactNode
}

/** Folders that the user chose, by their full paths, and a field for the next one. */
export function FolderList({ folders, block, remove, renderNote, ...adding }: FolderListProps) {
  return (
    <>
      {folders.length > 0 && (
        <ul className={styles.folders} aria-label={words.list}>
          {folders.map((path) => (
            <li key={path}>
              <span className={styles.folder}>
                <code className="breaks">
                  <Word text={path} />
                </code>
                <IconButton
                  size="sm"
                  icon="close"
                  label={words.remove(plainLabel(path))}
                  unavailable={block}
                  onClick={() => remove(path)}
                />
              </span>
              {renderNote?.(path)}
            </li>
          ))}
        </ul>
      )}
      <AddFolder folders={folders} block={block} {...adding} />
    </>
  )
}

type AddFolderProps = Pick<FolderListProps, 'folders' | 'most' | 'block' | 'add' | 'help' | 'isOptional' | 'typed'>

/** Adds a folder. The field is empty again at once, for the next one. */
function AddFolder({ folders, most, block, add, help, isOptional = false, typed: outer }: AddFolderProps) {
  const [own, setOwn] = useState('')
  const [problem, setProblem] = useState<string>()
  const path = outer?.text ?? own
  const setPath = outer?.onChange ?? setOwn
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = path.trim()
    const found = block ?? folderProblem(typed, folders, most)
    setProblem(found)
    if (found !== undefined) return
    setPath('')
    void add(typed).then((isAdded) => isAdded || setOwn((now) => (now === '' ? typed : now)))
  }
  return (
    <form className={styles.add} onSubmit={submit} noValidate>
      <Field label={words.path} help={help} error={problem ?? outer?.problem} optional={isOptional}>
        <TextInput
          value={path}
          placeholder={words.example}
          spellCheck={false}
          onChange={(event) => {
            setPath(event.target.value)
            setProblem(undefined)
          }}
        />
      </Field>
      <Button type="submit" icon="plus" unavailable={block}>
        {words.add}
      </Button>
    </form>
  )
}

/** Why the path can't be added, in a sentence. */
export function folderProblem(path: string, folders: string[], most: number): string | undefined {
  if (folders.includes(path)) return words.known
  if (folders.length >= most) return words.most(most)
  return folderPath.safeParse(path).success ? undefined : words.wrong
}
