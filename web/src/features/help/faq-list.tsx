import { Button, Paper, Title, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconLifebuoy } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { useUrlState } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import { SearchBox } from '#ui/form/search-box.tsx'
import { type Answered, answersTo } from './faq.ts'
import classes from './help.module.css'

const faqFilter = z.object({ search: z.string().trim().max(200).default('') })

/** Every answer has its own address; search results are expanded. */
export function FaqList({ onAsk }: { onAsk: () => void }) {
  const [{ search }, setFilter] = useUrlState(faqFilter)
  const hash = useLocation({ select: (location) => location.hash })
  const found = answersTo(search)
  return (
    <Paper component="section" withBorder className={classes.sheet ?? ''} aria-labelledby="faq">
      <Title order={2} id="faq" fz="lg">
        {m.help_faq_title()}
      </Title>
      <div className={classes.top}>
        <SearchBox
          value={search}
          placeholder={m.help_lead_search()}
          onSearch={(change, how) => setFilter({ search: String(change.search ?? '') }, how)}
        />
      </div>
      <div role="status">
        {found.length === 0 && (
          <div className={classes.nothing}>
            <p>
              {m.help_none_found()} {m.help_none_found_hint()}
            </p>
            <Button variant="default" leftSection={<IconLifebuoy size={18} />} onClick={onAsk}>
              {m.help_get()}
            </Button>
          </div>
        )}
      </div>
      <ul className={classes.list}>
        {found.map((one) => (
          <Question key={`${one.id} ${search}`} {...one} isMeant={hash === one.id || search !== ''} />
        ))}
      </ul>
    </Paper>
  )
}

/** A link may point to an answer before it is rendered. */
const showIfMeant = (item: HTMLElement | null) => {
  if (item !== null && location.hash === `#${item.id}`) item.scrollIntoView()
}

function Question({ id, question, paragraphs, isMeant }: Answered & { isMeant: boolean }) {
  const [isOpen, setOpen] = useState(isMeant)
  const navigate = useNavigate()
  const toggle = () => {
    setOpen(!isOpen)
    void navigate({
      ...{ to: '.', search: true, hash: isOpen ? '' : id },
      ...{ replace: true, resetScroll: false, hashScrollIntoView: false },
    })
  }
  return (
    <li id={id} ref={showIfMeant} className={classes.question}>
      <h3>
        <UnstyledButton
          className={classes.toggle ?? ''}
          aria-expanded={isOpen}
          aria-controls={`${id}-answer`}
          onClick={toggle}
        >
          {question}
          <IconChevronDown size={18} aria-hidden="true" />
        </UnstyledButton>
      </h3>
      <div id={`${id}-answer`} className={classes.answer} hidden={!isOpen}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </li>
  )
}
