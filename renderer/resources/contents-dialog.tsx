import type { ResourceContent } from '../../shared/content/listed.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Word } from '../ui/third-party/ext.tsx'
import styles from './picker.module.css'
import { ResourceContents } from '../content/resource-contents.tsx'

type ContentsDialogProps = {
  title: string
  uri: string
  from: string
  contents: ResourceContent[]
  onClose(): void
}

/** Exactly what goes, or went, with a message. */
export const ContentsDialog = ({ title, uri, from, contents, onClose }: ContentsDialogProps) => (
  <Dialog open size="lg" title={title} onClose={onClose}>
    <code className={styles.uri}>
      <Word text={uri} />
    </code>
    <ResourceContents contents={contents} from={from} />
  </Dialog>
)
