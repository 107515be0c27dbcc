import { goodBundles } from './good.mjs'
import { hostileArchives } from './hostile.mjs'
import { badManifests } from './manifests.mjs'

export const sampleBundles = () => ({ ...goodBundles(), ...hostileArchives(), ...badManifests() })
