import { keepPictures, type Pictures } from '#features/assets/assets.ts'
import type { Store } from '#kernel/files/store.ts'

/** Simple outlines on a 400 by 200 sheet; a thing without one of its own is drawn as a box. */
const outlines: Record<string, string> = {
  Chair: 'M170 30h60v70h-60zM160 105h80v16h-80zM195 121h10v34h-10zM165 155h70v8h-70z',
  Desk: 'M110 70h180v14H110zM120 84h12v86h-12zM268 84h12v86h-12zM220 90h44v50h-44z',
  Table: 'M100 80h200v14H100zM130 94h12v76h-12zM258 94h12v76h-12z',
  Cabinet: 'M155 25h90v150h-90zM165 40h70v4h-70zM165 78h70v4h-70zM165 116h70v4h-70z',
  Monitor: 'M130 35h140v95H130zM192 130h16v25h-16zM165 155h70v8h-70z',
  Phone: 'M150 60h100v90H150zM160 70h36v70h-36zM206 74h34v10h-34zM206 94h34v10h-34z',
  Lamp: 'M170 25h60l14 45h-88zM197 70h6v90h-6zM175 160h50v8h-50z',
  Printer: 'M145 80h110v60H145zM165 45h70v35h-70zM160 140h80v30h-80z',
  Sofa: 'M120 70h160v40H120zM100 95h24v60h-24zM276 95h24v60h-24zM124 112h152v43H124z',
  Board: 'M110 40h180v105H110zM118 48h164v89H118z',
}
const colours = ['#3b5bdb', '#0b7285', '#5c940d', '#e67700', '#862e9c']

function drawing(name: string, colour: string) {
  const word = Object.keys(outlines).find((key) => name.toLowerCase().includes(key.toLowerCase()))
  const outline = outlines[word ?? ''] ?? 'M140 50h120v110H140zM150 60h100v90H150z'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#f1f3f5"/><ellipse cx="200" cy="172" rx="110" ry="8" fill="#dee2e6"/><path fill="${colour}" fill-rule="evenodd" d="${outline}"/></svg>`
}

/** The pictures of a kind of thing, drawn and kept once for each colour. */
export function drawer(store: Store) {
  const drawn = new Map<string, Promise<Pictures | undefined>>()
  return (name: string, index: number): Promise<Pictures | undefined> => {
    const colour = colours[index % colours.length] ?? ''
    const key = `${name} ${colour}`
    const known = drawn.get(key) ?? keepPictures(store, Buffer.from(drawing(name, colour)))
    drawn.set(key, known)
    return known
  }
}
