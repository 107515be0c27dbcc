export { clip, head } from '../../../shared/text/clip.ts'
export {
  plainLabel,
  revealHidden,
  revealMisleading,
  revealWord,
  type Piece,
} from '../../../shared/text/hidden-characters.ts'
