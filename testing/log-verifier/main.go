// Verifies the transparency log of a server with golang.org/x/mod/sumdb, which shares no code with it:
//
//	main LOG_URL EARLIER_CHECKPOINT_FILE INDEX=COMMITMENT...
//
// The key verifies both checkpoints, the later one extends the earlier one, every entry hashes to its leaf, and the
// tree includes each commitment, in hex, at its index. Tile paths are those of the tlog package without the height.
package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func fetch(url string) ([]byte, error) {
	response, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s returns %s", url, response.Status)
	}
	return io.ReadAll(response.Body)
}

type tiles string

func (tiles) Height() int                             { return tileHeight }
func (tiles) SaveTiles(read []tlog.Tile, of [][]byte) {}

func (prefix tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var read [][]byte
	for _, tile := range wanted {
		data, err := fetch(string(prefix) + prefix.path(tile))
		if err != nil {
			return nil, err
		}
		read = append(read, data)
	}
	return read, nil
}

func (tiles) path(tile tlog.Tile) string {
	path := strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight))
	return "/tile/" + strings.Replace(path, "data/", "entries/", 1)
}

// open verifies a checkpoint, whose origin must be the name of the key, and returns its tree.
func open(checkpoint []byte, verifier note.Verifier) tlog.Tree {
	opened, err := note.Open(checkpoint, note.VerifierList(verifier))
	must(err)
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() || lines[3] != "" {
		must(fmt.Errorf("not a checkpoint of %s: %q", verifier.Name(), opened.Text))
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err := tlog.ParseHash(lines[2])
	must(err)
	return tlog.Tree{N: size, Hash: root}
}

// checkEntries compares each entry with its leaf.
func checkEntries(size int64, reader tlog.HashReader, log tiles) {
	for n := int64(0); n<<tileHeight < size; n++ {
		width := 1 << tileHeight
		if left := size - n<<tileHeight; left < int64(width) {
			width = int(left)
		}
		bundle, err := fetch(string(log) + log.path(tlog.Tile{H: tileHeight, L: -1, N: n, W: width}))
		must(err)
		for at := int64(0); at < int64(width); at++ {
			length := int(binary.BigEndian.Uint16(bundle))
			leaf, err := reader.ReadHashes([]int64{tlog.StoredHashIndex(0, n<<tileHeight+at)})
			must(err)
			if leaf[0] != tlog.RecordHash(bundle[2:2+length]) {
				must(fmt.Errorf("entry %d is not the one of its leaf", n<<tileHeight+at))
			}
			bundle = bundle[2+length:]
		}
		if len(bundle) > 0 {
			must(fmt.Errorf("entry bundle %d has %d bytes too many", n, len(bundle)))
		}
	}
}

func main() {
	log := tiles(os.Args[1])
	key, err := fetch(os.Args[1] + "/key")
	must(err)
	verifier, err := note.NewVerifier(string(bytes.TrimSpace(key)))
	must(err)
	checkpoint, err := fetch(os.Args[1] + "/checkpoint")
	must(err)
	stored, err := os.ReadFile(os.Args[2])
	must(err)
	earlier, tree := open(stored, verifier), open(checkpoint, verifier)
	reader := tlog.TileHashReader(tree, log)

	consistency, err := tlog.ProveTree(tree.N, earlier.N, reader)
	must(err)
	must(tlog.CheckTree(consistency, tree.N, tree.Hash, earlier.N, earlier.Hash))
	checkEntries(tree.N, reader, log)
	for _, named := range os.Args[3:] {
		index, commitment, _ := strings.Cut(named, "=")
		at, err := strconv.ParseInt(index, 10, 64)
		must(err)
		data, err := hex.DecodeString(commitment)
		must(err)
		inclusion, err := tlog.ProveRecord(tree.N, at, reader)
		must(err)
		must(tlog.CheckRecord(inclusion, tree.N, tree.Hash, at, tlog.RecordHash(data)))
	}
	fmt.Printf("%d entries continue %d; %d are included\n", tree.N, earlier.N, len(os.Args)-3)
}
