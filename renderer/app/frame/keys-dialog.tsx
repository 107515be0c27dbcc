import { strings } from '../../strings/strings.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { KeysList } from '../../ui/page/keys-list.tsx'

/** All keys. */
export const KeysDialog = ({ open, onClose }: { open: boolean; onClose(): void }) => (
  <Dialog open={open} onClose={onClose} title={strings.frame.keys.title}>
    <KeysList />
  </Dialog>
)
