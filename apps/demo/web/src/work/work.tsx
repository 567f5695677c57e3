import './work.css';
import type { Route, Tab } from '../app/route.ts';
import { Files } from '../files/files.tsx';
import { Journal } from '../journal/journal.tsx';
import { PreviewTab } from '../preview/preview-tab.tsx';
import type { StudioState } from '../state/index.ts';
import { TabList, tabId, tabPanelId } from './tab-list.tsx';

const tabs: readonly { readonly key: Tab; readonly name: string }[] = [
  { key: 'app', name: 'App' },
  { key: 'files', name: 'Files' },
  { key: 'journal', name: 'Journal' },
];

/** The work side: the running app, its files, the journal. The app stays mounted, so that it does not lose what was typed into it. */
export function Work(props: {
  readonly id: string;
  readonly studio: StudioState;
  readonly route: Route;
  readonly shown: boolean;
  readonly onRoute: (tab: Tab, detail: string | null) => void;
}) {
  const { id, studio, route, shown, onRoute } = props;
  const panel = (tab: Tab) => ({
    role: 'tabpanel',
    id: tabPanelId('work', tab),
    'aria-labelledby': tabId('work', tab),
    hidden: route.tab !== tab,
    className: 'work-panel',
  });
  return (
    <div className="work">
      <TabList group="work" label="Work" tabs={tabs} selected={route.tab} onSelect={(tab) => onRoute(tab, null)} />
      <div {...panel('app')}>
        <PreviewTab id={id} studio={studio} shown={shown && route.tab === 'app'} />
      </div>
      <div {...panel('files')}>
        {route.tab === 'files' && <Files id={id} studio={studio} path={route.detail} onPath={(path) => onRoute('files', path)} />}
      </div>
      <div {...panel('journal')}>
        {route.tab === 'journal' && (
          <Journal id={id} studio={studio} selected={route.detail} onSelect={(number) => onRoute('journal', number)} />
        )}
      </div>
    </div>
  );
}
