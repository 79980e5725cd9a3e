import { Avatar, type AvatarProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { picture } from '#kernel/http/picture.ts'
import { useBlobUrl } from '#ui/lazy/blob-url.ts'

type Person = { name: string; lastname?: string; picture: string | null }
type Props = Omit<AvatarProps, 'src' | 'name' | 'alt'> & { person: Person }

/** A person's image; their initials while it loads or if there is none. */
export function PersonAvatar({ person, ...props }: Props) {
  const url = useBlobUrl(useQuery(picture(person.picture)).data)
  const name = [person.name, person.lastname].filter(Boolean).join(' ')
  return <Avatar src={url ?? null} name={name} color="indigo" alt="" {...props} />
}
