import { useState, type SubmitEvent } from 'react'
import { mostProjectFolders } from '../../../shared/config/project.ts'
import { folder as folderPath } from '../../../shared/config/server-config.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { strings } from '../../strings/strings.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/fields/field.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import styles from './projects.module.css'

const words = strings.frame.projects

type FoldersProps = { folders: string[]; block: string | undefined; change(folders: string[]): void }

/** The folders of a project, part of its draft. */
export function ProjectFolders({ folders, block, change }: FoldersProps) {
  const [path, setPath] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = path.trim()
    const found = block ?? problemOf(typed, folders)
    setProblem(found)
    if (found !== undefined) return
    change([...folders, typed])
    setPath('')
  }
  return (
    <section className={styles.form} aria-label={words.folders}>
      {folders.length > 0 && (
        <ul className={styles.folders} aria-label={words.folders}>
          {folders.map((each) => (
            <li key={each}>
              <code className={styles.path}>
                <Word text={each} />
              </code>
              <IconButton
                size="sm"
                icon="close"
                label={words.removeFolder(plainLabel(each))}
                onClick={() => change(folders.filter((other) => other !== each))}
              />
            </li>
          ))}
        </ul>
      )}
      <form className={styles.add} onSubmit={add} noValidate>
        <Field label={words.folder} help={words.foldersHelp} error={problem} optional>
          <TextInput
            value={path}
            placeholder={words.folderExample}
            spellCheck={false}
            onChange={(event) => {
              setPath(event.target.value)
              setProblem(undefined)
            }}
          />
        </Field>
        <Button type="submit" icon="plus" unavailable={block}>
          {words.addFolder}
        </Button>
      </form>
    </section>
  )
}

function problemOf(path: string, folders: string[]): string | undefined {
  if (folders.includes(path)) return words.knownFolder
  if (folders.length >= mostProjectFolders) return words.mostFolders(mostProjectFolders)
  return folderPath.safeParse(path).success ? undefined : words.wrongFolder
}
