<?php

namespace Vitrine\Statamic;

use Throwable;

/**
 * What is told of an entry, a term, an asset, …: where it is found, never what stands in it.
 *
 * What cannot be asked has no such fact: the shop window reads everything again then, and nobody gets an error.
 */
final class Facts
{
    /** What is told, and the method that knows it, by the property of the event that holds the thing. */
    private const OF = [
        'asset' => ['id' => 'id'],
        'blueprint' => ['handle' => 'handle', 'namespace' => 'namespace'],
        'entry' => ['id' => 'id', 'site' => 'locale', 'collection' => 'collectionHandle'],
        'folder' => ['path' => 'path'],
        'term' => ['id' => 'id', 'site' => 'locale', 'taxonomy' => 'taxonomyHandle'],
        'tree' => ['handle' => 'handle', 'site' => 'locale'],
        'variables' => ['handle' => 'handle', 'site' => 'locale'],
    ];

    private const OTHERS = ['handle' => 'handle'];

    /** Its id or handle, its site, and what it belongs to. */
    public static function of(string $property, ?object $subject): array
    {
        $facts = array_map(fn (string $method) => self::ask($subject, $method), self::OF[$property] ?? self::OTHERS);

        return array_filter($facts, fn (?string $fact) => $fact !== null);
    }

    /** Its address on its site, where it has a page. */
    public static function uri(string $property, ?object $subject): ?string
    {
        return in_array($property, ['entry', 'term'], true) ? self::ask($subject, 'uri') : null;
    }

    private static function ask(?object $subject, string $method): ?string
    {
        try {
            // Terms hand some of their methods on to a term of one site, so that `method_exists` would not find them.
            $told = is_callable([$subject, $method]) ? $subject->{$method}() : null;
        } catch (Throwable) {
            return null;
        }

        return is_int($told) || (is_string($told) && $told !== '') ? (string) $told : null;
    }
}
