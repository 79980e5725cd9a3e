import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { useIsOnPaper } from '#ui/print/on-paper.ts'

type Native = { ref?: Ref<HTMLAnchorElement> } & Omit<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'style' | 'color' | 'children'
>

/** Mantine links with the router's typed `to`, `params` and `search`; plain text on paper. */
export const AnchorLink = createLink((props: AnchorProps & Native & { children?: ReactNode }) =>
  useIsOnPaper() ? props.children : <Anchor {...props} />,
)
export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />)
export const IconLink = createLink((props: ActionIconProps & Native) => (
  <ActionIcon component="a" {...props} />
))
