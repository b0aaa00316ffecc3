<?php

use Vitrine\Statamic\EventBuffer;
use Vitrine\Statamic\EventTypes;

return [
    'saving a page in three sites and its tree sends one request, with each item once' => function () {
        $cms = new Cms;
        [$nl, $en, $de] = [entry('1', 'nl', '/over-ons'), entry('2', 'en', '/about'), entry('3', 'de', '/ueber-uns')];
        $cms->save($en);
        $cms->save($de);
        $cms->save($nl);
        $cms->save($nl);
        $cms->fire('CollectionTreeSaved', ['tree' => new Thing(['handle' => 'pages', 'locale' => 'nl', 'path' => '/var/www/x'])]);
        equal([], $cms->shop->sent, 'nothing is sent before the response');
        equal([
            ['event' => 'entry.saved', 'id' => '2', 'site' => 'en', 'collection' => 'pages', 'uri' => '/about'],
            ['event' => 'entry.saved', 'id' => '3', 'site' => 'de', 'collection' => 'pages', 'uri' => '/ueber-uns'],
            ['event' => 'entry.saved', 'id' => '1', 'site' => 'nl', 'collection' => 'pages', 'uri' => '/over-ons'],
            ['event' => 'tree.saved', 'handle' => 'pages', 'site' => 'nl'],
        ], $cms->events(), 'the events');
        equal([], $cms->events(), 'the next response has nothing to tell');
        $cms->save($nl);
        equal(1, count($cms->events()), 'and the next save is told again');
    },

    'a new page is sent with its URL, a renamed one also with the previous URL' => function () {
        $cms = new Cms;
        $new = entry('1', 'nl', null);
        $cms->save($new);
        $new->facts['uri'] = '/contact';
        equal('/contact', $cms->events()[0]['uri'], 'the address that it has when all is saved');
        \Statamic\Facades\Entry::$stored['1'] = entry('1', 'nl', '/contact');
        // Statamic caches a URL once it is read.
        \Statamic\Facades\Blink::$stores = ['entry-uris' => ['1' => '/contact'], 'structure-uris' => ['1' => '/contact']];
        $cms->save(entry('1', 'nl', '/bereikbaar'));
        equal(['entry-uris' => [], 'structure-uris' => []], \Statamic\Facades\Blink::$stores, 'what was read is forgotten before the save');
        $payload = $cms->events()[0];
        equal(['/bereikbaar', '/contact'], [$payload['uri'], $payload['former_uri']], 'both addresses');
        $cms->save(entry('1', 'nl', '/bereikbaar'));
        equal(false, array_key_exists('former_uri', $cms->events()[0]), 'an address that stays is no former one');
        $cms->delete(entry('1', 'nl', '/bereikbaar'));
        equal(
            [['event' => 'entry.deleted', 'id' => '1', 'site' => 'nl', 'collection' => 'pages', 'former_uri' => '/bereikbaar']],
            $cms->events(), 'a page that is gone tells where it was',
        );
    },

    'all events that can affect a page are sent, in both versions' => function () {
        $term = new Thing(['id' => 'topics::chairs', 'locale' => 'nl', 'taxonomyHandle' => 'topics', 'uri' => '/topics/chairs']);
        $handled = fn (string $handle) => new Thing(['handle' => $handle, 'path' => '/var/www/secret.yaml', 'locale' => 'nl_NL']);
        $asset = new Thing(['id' => 'assets::hero/x.jpg', 'path' => 'hero/x.jpg']);
        $expected = [
            'AssetUploaded' => ['asset' => $asset, ['event' => 'asset.saved', 'id' => 'assets::hero/x.jpg']],
            'AssetReuploaded' => ['asset' => $asset, ['event' => 'asset.saved', 'id' => 'assets::hero/x.jpg']],
            'AssetDeleted' => ['asset' => $asset, ['event' => 'asset.deleted', 'id' => 'assets::hero/x.jpg']],
            'AssetFolderSaved' => ['folder' => new Thing(['path' => 'hero']), ['event' => 'asset_folder.saved', 'path' => 'hero']],
            'TermDeleted' => ['term' => $term, ['event' => 'term.deleted', 'id' => 'topics::chairs', 'site' => 'nl', 'taxonomy' => 'topics']],
            'LocalizedTermSaved' => ['term' => $term, ['event' => 'term.saved', 'id' => 'topics::chairs', 'site' => 'nl', 'taxonomy' => 'topics', 'uri' => '/topics/chairs']],
            'FormDeleted' => ['form' => $handled('contact'), ['event' => 'form.deleted', 'handle' => 'contact']],
            'BlueprintSaved' => ['blueprint' => new Thing(['handle' => 'contact', 'namespace' => 'forms']), ['event' => 'blueprint.saved', 'handle' => 'contact', 'namespace' => 'forms']],
            'FieldsetSaved' => ['fieldset' => $handled('seo'), ['event' => 'fieldset.saved', 'handle' => 'seo']],
            'CollectionSaved' => ['collection' => $handled('pages'), ['event' => 'collection.saved', 'handle' => 'pages']],
            'NavSaved' => ['nav' => $handled('main'), ['event' => 'nav.saved', 'handle' => 'main']],
            'NavTreeSaved' => ['tree' => new Thing(['handle' => 'main', 'locale' => 'en']), ['event' => 'nav.saved', 'handle' => 'main', 'site' => 'en']],
            'GlobalSetDeleted' => ['globals' => $handled('site'), ['event' => 'global.deleted', 'handle' => 'site']],
            'GlobalVariablesSaved' => ['variables' => new Thing(['handle' => 'site', 'locale' => 'de']), ['event' => 'global.saved', 'handle' => 'site', 'site' => 'de']],
            'TaxonomySaved' => ['taxonomy' => $handled('topics'), ['event' => 'taxonomy.saved', 'handle' => 'topics']],
            'EntryScheduleReached' => ['entry' => entry('7', 'en', '/news/7', 'news'), ['event' => 'entry.scheduled', 'id' => '7', 'site' => 'en', 'collection' => 'news', 'uri' => '/news/7']],
            'SiteSaved' => ['site' => $handled('default'), ['event' => 'site.saved', 'handle' => 'default']],
            'DuplicateIdRegenerated' => ['currentUser' => null, ['event' => 'all']],
        ];
        foreach ($expected as $name => $case) {
            $cms = new Cms;
            $payload = array_pop($case);
            $cms->fire($name, $case);
            equal([$payload], $cms->events(), $name);
        }
        foreach (EventTypes::sent() as $class) {
            $cms = new Cms;
            $cms->fire(substr(strrchr($class, '\\'), 1), []);
            equal(1, count($cms->events()), "$class, of which nothing is known, is told all the same");
        }
    },

    'users and form submissions are not sent' => function () {
        $cms = new Cms;
        foreach (['UserSaved', 'RoleSaved', 'SubmissionSaved', 'FormSubmitted', 'RevisionSaved', 'EntryCreated'] as $name) {
            $cms->fire($name, ['entry' => entry('1', 'nl', '/x')]);
        }
        equal([], $cms->events(), 'nothing is sent');
    },

    'an import of thousands of entries sends one short request' => function () {
        $cms = new Cms;
        foreach (range(0, 3 * EventBuffer::MAX_EVENTS) as $id) {
            $cms->save(entry((string) $id, 'nl', "/$id"));
        }
        equal([['event' => 'all']], $cms->events(), 'everything');
        $cms->save(entry('1', 'nl', '/1'));
        equal('entry.saved', $cms->events()[0]['event'], 'and the next save by its name');
    },

    'a queue worker sends after each job' => function () {
        $cms = new Cms;
        eval('namespace Illuminate\Queue\Events; class Looping {}');
        $cms->save(entry('1', 'nl', '/1'));
        $cms->events->dispatch(new Illuminate\Queue\Events\Looping);
        equal(1, count($cms->shop->sent), 'a request');
        $cms->events->dispatch(new Illuminate\Queue\Events\Looping);
        equal(1, count($cms->shop->sent), 'and none without a save');
    },
];
