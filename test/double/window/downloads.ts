import { EventEmitter } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Chromium } from '../cdp.ts'
import { strict } from '../strict.ts'

/** A download that a page started. */
export type Download = { frameId: string; item: object; refuse: () => void }

class DownloadItem extends EventEmitter {
  readonly #url: string
  readonly #name: string
  readonly #cancel: () => void

  constructor(url: string, name: string, cancel: () => void) {
    super()
    this.#url = url
    this.#name = name
    this.#cancel = cancel
  }

  getURL(): string {
    return this.#url
  }

  getFilename(): string {
    return this.#name
  }

  cancel(): void {
    this.#cancel()
  }
}

/** Reports downloads that pages start, which `preventDefault` stops: docs/api/download-item.md of Electron. They save into this folder. */
export async function watchDownloads(
  { session }: Chromium,
  folder: string,
  begun: (download: Download) => void,
): Promise<void> {
  const items = new Map<string, DownloadItem>()
  const refused = new Set<string>()
  const downloadPath = path.join(folder, 'Downloads')
  session.on('Browser.downloadWillBegin', ({ frameId, guid, url, suggestedFilename }) => {
    const cancel = (): void => session.tell('Browser.cancelDownload', { guid })
    const item = new DownloadItem(url, suggestedFilename, cancel)
    items.set(guid, item)
    const refuse = (): void => {
      refused.add(guid)
      cancel()
    }
    begun({ frameId, item: strict('downloadItem', item), refuse })
  })
  session.on('Browser.downloadProgress', ({ guid, state }) => {
    if (state === 'inProgress') return
    const isSaved = state === 'completed' && !refused.has(guid)
    // Chromium tells of a download after it has begun: a refused one may be complete by then.
    if (!isSaved) rmSync(path.join(downloadPath, guid), { force: true })
    items.get(guid)?.emit('done', {}, isSaved ? 'completed' : 'cancelled')
    items.delete(guid)
    refused.delete(guid)
  })
  await session.send('Browser.setDownloadBehavior', { behavior: 'allowAndName', downloadPath, eventsEnabled: true })
}
