import { createContext, useContext } from 'react'

/** The surrounding frame's functions for pages. */
export type FrameControls = { openMenu(): void; showKeys(): void; openPalette(): void }

export const FrameContext = createContext<FrameControls | undefined>(undefined)

export function useFrame(): FrameControls {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('There is no Frame around this component.')
  return frame
}
