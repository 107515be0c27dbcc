import { Menu, type ContextMenuParams, type MenuItemConstructorOptions, type WebContents } from 'electron'

/** Copying and pasting by mouse, which a page does not bring along. */
export function offerEditing(contents: WebContents): void {
  contents.on('context-menu', (_event, under) => {
    const items = itemsFor(under)
    if (items.length > 0) Menu.buildFromTemplate(items).popup()
  })
}

function itemsFor({ isEditable, selectionText, editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  const copy = { role: 'copy', enabled: editFlags.canCopy } as const
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll' },
  ]
}
